import { createPrivateKey } from 'node:crypto';

/**
 * A made-up certificate of an authenticator's manufacturer, in the form that packed attestations require (WebAuthn
 * Level 3, 8.2.1). Valid until 2126. Only tests trust it.
 */
const certificate =
  'MIIB+jCCAZ+gAwIBAgIUSWXFYdoYThSNqP5QeeqMmW+mfgowCgYIKoZIzj0EAwIwYzELMAkGA1UEBhMCVVMxEDAOBgNV' +
  'BAoMB0V4YW1wbGUxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xHjAcBgNVBAMMFUV4YW1wbGUgYXV0' +
  'aGVudGljYXRvcjAgFw0yNjExMjMxNTQ3NTRaGA8yMTI2MTAzMDE1NDc1NFowYzELMAkGA1UEBhMCVVMxEDAOBgNVBAoM' +
  'B0V4YW1wbGUxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xHjAcBgNVBAMMFUV4YW1wbGUgYXV0aGVu' +
  'dGljYXRvcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMdE+21Zf37JnxY7EbC6ztG+MXPLbx9Q/WH5zBl2ml16mlM5' +
  '08cvoJKsdxHVA2L9bel1cE9vlr/Fweivrsrbe6ujLzAtMAwGA1UdEwEB/wQCMAAwHQYDVR0OBBYEFF6uMYZIwepAg/8b' +
  '002ttA4QUAOtMAoGCCqGSM49BAMCA0kAMEYCIQC9nnNYES1euG73PZapFsccgqrE6nDms5K9ZETAy15XAgIhAJ9YBvrx' +
  '3IXjnKY3/18Bj0gpZREVoQ7AcKGE5BTGl2WM';

/** The private key of the certificate (PKCS #8). */
const key =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1KitUIs3LrsjMgdeqPGM7UK0nDbc0TBtSig7RdN1Bneh' +
  'RANCAATHRPttWX9+yZ8WOxGwus7RvjFzy28fUP1h+cwZdppdeppTOdPHL6CSrHcR1QNi/W3pdXBPb5a/xcHor67K23ur';

/** The issuer of attestations: the certificate and key with which a manufacturer's authenticator signs them. */
export const attestationIssuer = {
  certificate: Buffer.from(certificate, 'base64'),
  privateKey: createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }),
};
