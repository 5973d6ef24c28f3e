-- What a company says about itself, and who was invited into it. An invitation is not an account until its reader has
-- signed in with the password from the letter and set another: until then nobody has proved to read that mail.
alter table companies add column contact_email text;
alter table companies add column address text;
create index users_company on users (company_id) where company_id is not null;

create table invitations (
  -- The account that comes of it has the same id.
  id uuid primary key,
  email text not null check (email = lower(email)),
  display_name text not null,
  username text,
  phone text,
  -- None: staff invited somebody into no company.
  company_id integer references companies (id),
  role text not null default 'USER' check (role in ('CHATBOT', 'USER', 'COMPANY_ADMIN', 'EXPERT')),
  language text not null default 'en',
  invited_by uuid not null references users (id),
  -- Of the password in the newest letter; none before one was written.
  secret_hash bytea,
  -- Of the challenge that follows the right password, and until when it is good.
  challenge_hash bytea,
  challenge_until timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  cancelled_at timestamptz
);
create index invitations_email on invitations (email) where accepted_at is null and cancelled_at is null;
create index invitations_company on invitations (company_id) where accepted_at is null and cancelled_at is null;
