-- Documents from which experts make Q&As. Nothing is answered from a document: only from the Q&As, once they are published.
create table knowledge_documents (
  id uuid primary key,
  file_id uuid not null references files (id),
  name text not null,
  -- The category of the Q&As that are made from it.
  large text not null,
  medium text not null default '',
  added_at timestamptz not null default now(),
  added_by uuid references users on delete set null,
  -- Number of its pages with text; null until it was read.
  pages integer,
  -- Why there is no text: a name of `domain/file-text.ts`.
  problem text
);
create index knowledge_documents_file on knowledge_documents (file_id);
create index knowledge_documents_by on knowledge_documents (added_by) where added_by is not null;

-- The pieces that a document was cut into when it was read.
create table knowledge_pieces (
  document_id uuid not null references knowledge_documents on delete cascade,
  n integer not null,
  page text not null,
  question text not null,
  answer text not null,
  state text not null default 'open' check (state in ('open', 'made', 'left_out')),
  -- The Q&A that was made from it; it may have been deleted since.
  qna_id text,
  primary key (document_id, n)
);
