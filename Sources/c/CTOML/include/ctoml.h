#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What an entry of a parsed document is.
enum ctoml_kind {
    CTOML_TABLE,
    CTOML_ARRAY,
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    CTOML_DATE_OR_TIME,
    /// Closes the table or array that was opened last.
    CTOML_END,
};

/// One step of the walk through a document. Pointers live as long as the document.
struct ctoml_entry {
    enum ctoml_kind kind;
    /// The member's name, not terminated; empty inside an array.
    const char *key;
    size_t key_length;
    /// The text of a string, not terminated.
    const char *text;
    size_t text_length;
    /// The value of an integer or, as 0 or 1, of a boolean.
    int64_t integer;
    double number;
    /// Where the member's name (inside an array: the value) begins, from 1.
    uint32_t line;
    uint32_t column;
};

/// A parsed document, or the error that stopped the parser.
struct ctoml_document;

/// Parses a document. Never fails: the error is part of the document.
struct ctoml_document *ctoml_parse(const char *text, size_t length);
void ctoml_free(struct ctoml_document *document);

/// The reason why the text is no TOML with its place, or NULL.
const struct ctoml_entry *ctoml_error(const struct ctoml_document *document);

/// The walk through the document, outermost first, without its root table.
size_t ctoml_count(const struct ctoml_document *document);
const struct ctoml_entry *ctoml_at(const struct ctoml_document *document, size_t index);

#ifdef __cplusplus
}
#endif
