-- Settings of the assistant as administrators have saved them; version 0 is the product's, and has no row. Append-only: the
-- newest counts. `content` has the fields that differ from the product's, see domain/assistant/fields.ts.
create table assistant_settings (
  version integer primary key,
  content jsonb not null,
  why text not null,
  -- The version whose content was written again; 0 is the product's.
  brings_back integer,
  made_by uuid references users on delete set null,
  made_at timestamptz not null default now()
);
create index assistant_settings_by_maker on assistant_settings (made_by) where made_by is not null;

-- Limits and prices of the language model become settings like the others: those that somebody has changed are version 1. A new
-- database has no such table yet; migration 0081 makes it, and of its columns only `reports_usage` is used any more.
do $$ begin
  if to_regclass('model_settings') is null then return; end if;
  insert into assistant_settings (version, content, why, made_by, made_at)
  select 1, changed.content, 'Limits and prices of the language model, as they were set in the database',
         (select id from users where id = s.changed_by), s.changed_at
    from model_settings s cross join lateral (
      select jsonb_object_agg(name, value) as content from (values
        ('tokensPerConversation', s.tokens_per_conversation, 60000),
        ('tokensPerUserDay', s.tokens_per_user_day, 200000),
        ('tokensPerDay', s.tokens_per_day, 5000000),
        ('centsPerMillionIn', s.cents_per_million_in, 0),
        ('centsPerMillionOut', s.cents_per_million_out, 0)) as field (name, value, standard)
       where value <> standard) changed
   where changed.content is not null;
end $$;
