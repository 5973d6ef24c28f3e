-- Trees of the failure finder, one row for each version. Rows are never changed: an edit is a new row, and the newest row
-- of a tree is the one in use. Devices get them with the knowledge base, so they share the numbers of its changes.
create table finder_trees (
  id text not null,
  -- One more than the version it replaces: of two editors who start from the same one, one meets the primary key.
  version integer not null check (version > 0),
  -- All steps and findings, as in domain/finder/tree.ts.
  tree jsonb not null,
  -- What was changed and why, for staff; empty for trees that came with the product.
  note text not null,
  -- Written by an import. The next import replaces such a tree only: what an expert has edited stays.
  imported boolean not null default false,
  made_by uuid references users on delete set null,
  made_at timestamptz not null default now(),
  revision bigint not null default 0,
  primary key (id, version)
);
create index finder_trees_by_revision on finder_trees (revision);
create trigger finder_changes_lock before insert on finder_trees for each statement
  execute function lock_knowledge_changes();
create trigger finder_changes before insert on finder_trees for each row execute function number_knowledge_change();
-- Files of trees that were imported, by the hash of their content: each is imported once.
create table finder_imports (hash text primary key, imported_at timestamptz not null default now());
