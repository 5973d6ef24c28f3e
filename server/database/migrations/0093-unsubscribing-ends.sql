-- Counts how often an expert has switched e-mails on again, whoever writes it: links of e-mails from before then end.
alter table users add column notify_series integer not null default 0;
create function notified_again() returns trigger language plpgsql as $$
begin
  new.notify_series := old.notify_series + 1;
  return new;
end $$;
create trigger notified_again before update of notify_expert on users
  for each row when (new.notify_expert and not old.notify_expert) execute function notified_again();
