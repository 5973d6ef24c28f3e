-- Companies that pay after the work: the newest entry of a company decides. Entries are only added.
create table open_credit_changes (
  id uuid primary key,
  company_id integer not null references companies (id),
  at timestamptz not null default clock_timestamp(),
  author uuid not null references users (id),
  is_open boolean not null,
  reason text not null
);
create index open_credit_changes_company on open_credit_changes (company_id, at);

alter table companies add column open_credit boolean not null default false;
