-- Wishes for a trial that nobody confirms count for the one address they come from (hashed), no longer for all of its network.
-- Those from before this migration count for their device and network alone; they are gone within a day.
alter table sign_ups add column address bytea;
