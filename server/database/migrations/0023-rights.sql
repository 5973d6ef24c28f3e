-- Whatever takes or gives a right says so on the line between processes, in the transaction that does it: also when it is
-- done by hand. Each process then looks anew at whoever it is about.
create function announce_rights(person uuid, room uuid) returns void language sql as $$
  select pg_notify('vfp_hint', json_build_object(
    'from', 'database',
    -- The same for all that a transaction changes about somebody, so that it is said once.
    'n', concat_ws(' ', pg_current_xact_id(), person, room),
    'rights', json_build_array(json_strip_nulls(json_build_object('person', person, 'room', room))))::text)
$$;

create function rights_of_user() returns trigger language plpgsql as $$
begin
  perform announce_rights(old.id, null);
  return null;
end $$;
create trigger users_rights after update on users for each row
  when ((old.role, old.status, old.company_id, old.plan_name, old.billing_type, old.sub_status, old.current_period_end,
         old.disabled_at)
    is distinct from (new.role, new.status, new.company_id, new.plan_name, new.billing_type, new.sub_status,
         new.current_period_end, new.disabled_at))
  execute function rights_of_user();
create trigger users_gone after delete on users for each row execute function rights_of_user();

create function rights_of_session() returns trigger language plpgsql as $$
begin
  perform announce_rights(old.user_id, null);
  return null;
end $$;
create trigger sessions_rights after update on sessions for each row
  when (old.user_id <> new.user_id or old.expires_at > new.expires_at or old.last_seen_at > new.last_seen_at
    or old.revoked_at is distinct from new.revoked_at)
  execute function rights_of_session();
create trigger sessions_gone after delete on sessions for each row
  when (old.revoked_at is null and old.expires_at > now())
  execute function rights_of_session();

create function rights_of_member() returns trigger language plpgsql as $$
begin
  perform announce_rights(old.user_id, old.room_id);
  return null;
end $$;
create trigger room_members_rights after update or delete on room_members for each row
  execute function rights_of_member();
