/** Features that only Cairn's own pages may use: copying codes to the clipboard, and passkeys. */
const ownFeatures = [
  'clipboard-write',
  'publickey-credentials-create',
  'publickey-credentials-get',
];

/**
 * Features that neither Cairn nor the providers' frames need. Not `identity-credentials-get`, which Google's sign-in
 * needs.
 */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
];

/** The Permissions-Policy header. It also keeps an injected script from using the features that Cairn does not need. */
export const permissionsPolicy: string = [
  ...unusedFeatures.map((feature) => `${feature}=()`),
  ...ownFeatures.map((feature) => `${feature}=(self)`),
].join(', ');
