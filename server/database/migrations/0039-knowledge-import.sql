-- The knowledge that comes with the product, imported from a file whose entries have ids that never change.
alter table knowledge
  -- The same in Korean: question, answer, alternatives.
  add column ko jsonb,
  -- 1 general, 2 suppliers, 3 specifications, 4 benchmarks.
  add column chat_type integer not null default 1 check (chat_type between 1 and 4),
  -- Day after which its facts may be out of date.
  add column check_by date,
  -- The version that the last import wrote. Another version was written by an expert, and no import changes it.
  add column imported_version integer;
-- Nobody could edit an entry before; all of them were the first form of the same knowledge, under other ids.
delete from knowledge where version = 1;
-- Files that were imported, by the hash of their content: each is imported once, so what an expert deleted stays deleted.
create table knowledge_imports (
  hash text primary key,
  imported_at timestamptz not null default now(),
  created integer not null,
  updated integer not null,
  skipped integer not null
);
