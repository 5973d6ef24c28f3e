-- What somebody can see beside their own, and the transaction that changed it last: a device that has not pulled since
-- starts over from a snapshot. Null until they pull for the first time.
alter table users add column sight text, add column sight_xid xid8;

-- How many questions somebody may ask is a right like the others: whoever has something open is looked at anew.
drop trigger users_rights on users;
create trigger users_rights after update on users for each row
  when ((old.role, old.status, old.company_id, old.plan_name, old.billing_type, old.sub_status, old.current_period_end,
         old.disabled_at, old.question_limit)
    is distinct from (new.role, new.status, new.company_id, new.plan_name, new.billing_type, new.sub_status,
         new.current_period_end, new.disabled_at, new.question_limit))
  execute function rights_of_user();
