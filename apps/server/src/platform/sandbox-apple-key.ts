/**
 * The key that the sandbox's stand-in for Apple knows us by (docs/sandbox.md). It opens nothing
 * else, and production does not start with it.
 */
export const sandboxAppleKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5+nKnp0l+VghkRMH
gPH7LyHEXWbxiiSvweHkF6h01L2hRANCAAQ7f0dCYsGQssoNtWIpT/DtoruK40JP
GE7zqyWww+y9JaAx8UIpLAkf/PyxWAIN5MMin7GvrlplbcKlkiTCzXhP
-----END PRIVATE KEY-----`;
