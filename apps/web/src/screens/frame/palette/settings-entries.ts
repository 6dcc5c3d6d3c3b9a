import {
  Activity,
  CreditCard,
  Download,
  Fingerprint,
  KeyRound,
  Landmark,
  LogIn,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  Tags,
  Trash2,
  Undo2,
} from 'lucide-react';
import { paths } from '../../../paths.ts';
import { frameCopy } from '../frame.copy.ts';
import type { PaletteEntry } from './palette-entries.ts';

const copy = frameCopy.palette.settings;

/** A setting in a section of the profile. */
const setting = (
  section: string,
  label: string,
  icon: LucideIcon,
  synonyms: readonly string[],
): PaletteEntry => ({
  id: `setting ${section}`,
  label,
  context: frameCopy.settings,
  synonyms,
  icon,
  action: paths.profileSection(section),
  suggested: false,
});

/** The settings in the sections of the profile, with other words that people type for them. */
export const settingsEntries: readonly PaletteEntry[] = [
  setting('email', copy.email, Mail, ['address', 'verify email']),
  setting('password', copy.password, KeyRound, ['reset password', 'new password', 'security']),
  setting('sign-in-methods', copy.signInMethods, LogIn, ['google', 'apple', 'login', 'log in']),
  setting('passkeys', copy.passkeys, Fingerprint, [
    'fingerprint',
    'face',
    'security key',
    'webauthn',
    'passwordless',
  ]),
  setting('subscription', copy.subscription, CreditCard, [
    'billing',
    'payment',
    'plan',
    'invoice',
    'cancel',
    'upgrade',
  ]),
  setting('institutions', copy.banks, Landmark, ['institutions', 'unlink', 'disconnect']),
  setting('devices', copy.devices, MonitorSmartphone, ['sessions', 'sign out everywhere']),
  setting('tags', copy.tags, Tags, ['labels', 'colors']),
  setting('changes', copy.changes, Undo2, ['undo', 'history', 'log']),
  setting('activity', copy.activity, Activity, ['log', 'history', 'security']),
  setting('data', copy.data, Download, ['export', 'csv', 'zip', 'backup', 'privacy']),
  setting('delete', copy.delete, Trash2, ['close account', 'remove account']),
];
