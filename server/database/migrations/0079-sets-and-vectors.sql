-- What each set of questions gave with this version: [{name, figures}], as in `figures`; null when it was not measured.
alter table index_versions add column sets jsonb;

-- Vectors of the texts of entries, by an embedding model: 32-bit floats of length one, little-endian. A text has the same
-- vector in every index version, so a rollback finds those of its entries here.
create table entry_vectors (
  model text not null,
  -- SHA-256 of the text, in hex.
  text_hash text not null,
  vector bytea not null,
  -- A sync writes it for each text that it still needs.
  used_at timestamptz not null default now(),
  primary key (model, text_hash)
);
