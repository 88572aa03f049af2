-- How a merchant appears to affiliates: on invitations, in the portal, and in emails.
create table brands (
  account_id uuid primary key references accounts (id),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  sender_name text,
  cover_line text,
  logo bytea check (octet_length(logo) <= 200000),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_digest bytea,
  changed_by text not null,
  changed_at timestamptz(3) not null,
  check ((logo is null) = (logo_type is null) and (logo is null) = (logo_digest is null))
);
-- A logo is looked up by its digest, which is part of its URL.
create index brands_logo on brands (logo_digest) where logo_digest is not null;
