-- Q&As as experts edit them. `knowledge` has what the assistant answers from: a sync copies the Q&As there.
create table qnas (
  id text primary key,
  large text not null,
  medium text not null,
  small text not null,
  question text not null,
  alternatives jsonb not null default '[]',
  answer text not null,
  keywords jsonb not null default '[]',
  urls jsonb not null default '[]',
  status text not null default 'needs_check' check (status in ('published', 'needs_check')),
  sources jsonb not null default '[]',
  ko jsonb,
  chat_type integer not null default 1 check (chat_type between 1 and 4),
  check_by date,
  checked_on date,
  version integer not null default 1,
  -- The version that the last import of the product's own file wrote. No import changes another one.
  imported_version integer,
  updated_at timestamptz not null default now(),
  -- Null for the product's own and for accounts that are gone.
  updated_by uuid references users on delete set null
);
insert into qnas (id, large, medium, small, question, alternatives, answer, keywords, urls, status, sources, ko, chat_type,
                  check_by, checked_on, version, imported_version, updated_at)
  select id, large, medium, small, question, alternatives, answer, keywords, urls, status, sources, ko, chat_type,
         check_by, checked_on, version, imported_version, updated_at
    from knowledge;
create index qnas_by_category on qnas (large, medium, small);
create index qnas_by_editor on qnas (updated_by) where updated_by is not null;
-- Ids of Q&As that experts make; those of the product's own file are lower.
create sequence qna_numbers start 100001;

-- Every version that an expert wrote or replaced. `content` is null for a deletion.
create table qna_versions (
  qna_id text not null,
  version integer not null,
  content jsonb,
  -- create, update, restore, import, undo, publish, delete; product for a version from the product's own file
  change text not null,
  note text not null default '',
  made_at timestamptz not null default now(),
  made_by uuid references users on delete set null,
  primary key (qna_id, version)
);
create index qna_versions_by_editor on qna_versions (made_by) where made_by is not null;
