// A flat C view of a document parsed by toml++, for Swift.

// toml++ 3.3 asserts, or in a release build lets the compiler assume, what a header such as [.a]
// breaks; the code behind the assertion then reports it properly. Here it is never assumed.
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// No configuration nests deeper; the parser and the walk below recurse once per level.
#define TOML_MAX_NESTED_VALUES 16

#include "ctoml.h"

#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

struct ctoml_document {
    toml::parse_result result;
    std::string reason;
    ctoml_entry error;
    std::vector<ctoml_entry> entries;
};

namespace {

ctoml_entry entry(ctoml_kind kind, std::string_view key, toml::source_position begin) {
    ctoml_entry made{};
    made.kind = kind;
    made.key = key.data();
    made.key_length = key.size();
    made.line = begin.line;
    made.column = begin.column;
    return made;
}

void walk(const toml::node &node, std::string_view key, toml::source_position begin,
          std::vector<ctoml_entry> &entries);

void walkMembers(const toml::table &table, std::vector<ctoml_entry> &entries) {
    for (auto &&[key, value] : table) {
        // The name of a table that only a longer name implies has no place of its own.
        auto begin = key.source().begin ? key.source().begin : value.source().begin;
        walk(value, key.str(), begin, entries);
    }
}

void walk(const toml::node &node, std::string_view key, toml::source_position begin,
          std::vector<ctoml_entry> &entries) {
    switch (node.type()) {
    case toml::node_type::table:
        entries.push_back(entry(CTOML_TABLE, key, begin));
        walkMembers(*node.as_table(), entries);
        entries.push_back(entry(CTOML_END, {}, begin));
        return;
    case toml::node_type::array:
        entries.push_back(entry(CTOML_ARRAY, key, begin));
        for (auto &&element : *node.as_array())
            walk(element, {}, element.source().begin, entries);
        entries.push_back(entry(CTOML_END, {}, begin));
        return;
    case toml::node_type::string: {
        auto made = entry(CTOML_STRING, key, begin);
        const std::string &text = node.as_string()->get();
        made.text = text.data();
        made.text_length = text.size();
        entries.push_back(made);
        return;
    }
    case toml::node_type::integer: {
        auto made = entry(CTOML_INTEGER, key, begin);
        made.integer = node.as_integer()->get();
        entries.push_back(made);
        return;
    }
    case toml::node_type::floating_point: {
        auto made = entry(CTOML_FLOAT, key, begin);
        made.number = node.as_floating_point()->get();
        entries.push_back(made);
        return;
    }
    case toml::node_type::boolean: {
        auto made = entry(CTOML_BOOLEAN, key, begin);
        made.integer = node.as_boolean()->get() ? 1 : 0;
        entries.push_back(made);
        return;
    }
    case toml::node_type::none:
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
        entries.push_back(entry(CTOML_DATE_OR_TIME, key, begin));
        return;
    }
}

} // namespace

ctoml_document *ctoml_parse(const char *text, size_t length) {
    auto document = new ctoml_document{toml::parse(std::string_view(text, length)), {}, {}, {}};
    if (document->result) {
        walkMembers(document->result.table(), document->entries);
    } else {
        const toml::parse_error &error = document->result.error();
        document->reason = error.description();
        document->error = entry(CTOML_STRING, {}, error.source().begin);
        document->error.text = document->reason.data();
        document->error.text_length = document->reason.size();
    }
    return document;
}

void ctoml_free(ctoml_document *document) { delete document; }

const ctoml_entry *ctoml_error(const ctoml_document *document) {
    return document->result ? nullptr : &document->error;
}

size_t ctoml_count(const ctoml_document *document) { return document->entries.size(); }

const ctoml_entry *ctoml_at(const ctoml_document *document, size_t index) {
    return &document->entries[index];
}
