import { owned } from '../../../platform/database/owned-sql.ts';
import { type ExportedRow, pageLimit, type ReadPage } from './exported-file.ts';

/** Reads the user's own row. Its cursor is its id, so that it is read only once. */
export const readProfile: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      u.user_id as cursor,
      u.user_id as id,
      u.email,
      u.email_verified_at,
      u.password_hash is not null as has_password,
      u.paid_until,
      u.created_at,
      u.passkey_handle
    from users u
    where u.user_id = ${userId}
      and u.user_id > ${after}`);

export const readSignInMethods: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      i.provider as cursor,
      i.provider,
      i.issuer,
      i.subject,
      i.email,
      i.linked_at
    from user_identities i
    where i.user_id = ${userId}
      and i.provider > ${after}
    order by i.provider
    ${pageLimit}`);

export const readPasskeys: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      p.passkey_id as cursor,
      p.passkey_id as id,
      p.name,
      encode(p.credential_id, 'hex') as credential_id,
      encode(p.public_key, 'hex') as public_key,
      p.sign_count,
      array_to_string(p.transports, ', ') as transports,
      p.aaguid,
      p.backed_up as synced,
      p.created_at,
      p.last_used_at
    from user_passkeys p
    where p.user_id = ${userId}
      and p.passkey_id > ${after}
    order by p.passkey_id
    ${pageLimit}`);

export const readDevices: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      s.session_id as cursor,
      s.session_id as id,
      s.device,
      s.device_id,
      s.created_at,
      s.last_used_at,
      s.ended_at,
      s.factor_at,
      s.second_factor_at
    from sessions s
    where s.user_id = ${userId}
      and s.session_id > ${after}
    order by s.session_id
    ${pageLimit}`);

/** Reads the row of the user's authenticator app. Its cursor is the user's id, so that it is read only once. */
export const readAuthenticatorApp: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      t.user_id as cursor,
      t.created_at,
      t.confirmed_at
    from totp_secrets t
    where t.user_id = ${userId}
      and t.user_id > ${after}`);

export const readRecoveryCodes: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      encode(r.code_hash, 'hex') as cursor,
      r.created_at,
      r.used_at,
      r.saved_at
    from recovery_codes r
    where r.user_id = ${userId}
      and encode(r.code_hash, 'hex') > ${after}
    order by cursor
    ${pageLimit}`);

export const readKnownDevices: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      d.device_id as cursor,
      d.device_id,
      d.label as device,
      d.browser,
      d.announced,
      d.first_used_at,
      d.last_used_at,
      d.trusted_until
    from known_devices d
    where d.user_id = ${userId}
      and d.device_id > ${after}
    order by d.device_id
    ${pageLimit}`);

export const readActivity: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      a.id as cursor,
      a.id,
      a.at,
      a.event,
      a.detail,
      a.ip
    from activity a
    where a.user_id = ${userId}
      and a.id > ${after}
    order by a.id
    ${pageLimit}`);

export const readEmails: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      m.mail_id as cursor,
      m.mail_id as id,
      m.kind,
      m.created_at,
      m.handed_over_at,
      m.sent_at,
      m.failure
    from outgoing_mail m
    where m.user_id = ${userId}
      and m.mail_id > ${after}
    order by m.mail_id
    ${pageLimit}`);

export const readPayments: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      p.reference as cursor,
      p.reference,
      p.plan,
      p.customer_id,
      p.paid_until,
      p.as_of,
      p.facts::text as provider_facts
    from purchases p
    where p.user_id = ${userId}
      and p.reference > ${after}
    order by p.reference
    ${pageLimit}`);
