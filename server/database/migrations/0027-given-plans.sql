-- Whether a subscription is the row of rights that came without one: from a trial of the sign-up, or by our own hand. Nobody
-- pays for it, so it does not outlive the membership of a company as one's own plan does.
alter table subscriptions add column given boolean not null default false;
update subscriptions s set given = true
 where s.provider = 'invoice' and s.status = 'active' and not exists (select from invoices i where i.subscription_id = s.id);
