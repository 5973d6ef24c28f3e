-- The devices that a code was sent for, and the one that used it. Codes from before this migration work on any device.
alter table codes add column devices text[];
alter table codes add column used_by text;
-- NEW_PASSWORD: the session in which the user of a new account chooses its password.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('VERIFY', 'RESET', 'SIGN_IN', 'NEW_PASSWORD'));
