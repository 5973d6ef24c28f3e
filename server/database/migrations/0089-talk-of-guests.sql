-- Small talk, and texts that the assistant cannot answer, are counted apart: they use up no question.
alter table open_questions add column is_talk boolean not null default false;
