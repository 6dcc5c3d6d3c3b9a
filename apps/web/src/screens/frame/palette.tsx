import {
  categories,
  categoryGroups,
  groupOfCategory,
  labelOfCategory,
} from '@cairn/contract/taxonomy';
import {
  ArrowRight,
  Landmark,
  LogOut,
  Moon,
  Plus,
  RefreshCw,
  Search,
  Sun,
  Wallet,
} from 'lucide-react';
import { useMemo } from 'react';
import { useAccounts } from '../../features/accounts/accounts.api.ts';
import { useStartSync } from '../../features/linking/linking.api.ts';
import {
  noFilter,
  paramsOfFilter,
  searchOf,
} from '../../features/transactions/transaction-filter.ts';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { formatAccount } from '../../platform/formats.ts';
import { setTheme } from '../../platform/theme.ts';
import { showToast } from '../../ui/toast.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import type { PaletteEntry } from './palette-entries.ts';
import { usePlaces } from './places.ts';

/** The palette with all that there is to find: pages, things to do, accounts, banks, categories. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const pages = usePages();
  const actions = useActions();
  const accounts = useAccounts().data?.accounts;
  const entries = useMemo(
    () => [...pages, ...actions, ...accountEntries(accounts ?? []), ...categoryEntries],
    [pages, actions, accounts],
  );
  return <PaletteDialog entries={entries} searchFor={transactionsWith} onClose={onClose} />;
}

/** Looks for what is typed among the transactions: merchants too are found so. */
function transactionsWith(typed: string): PaletteEntry | null {
  const search = searchOf(typed);
  if (search === '') return null;
  return {
    id: 'search',
    label: `Search transactions for “${search}”`,
    note: 'Transactions',
    icon: Search,
    act: `${paths.transactions}?${paramsOfFilter({ ...noFilter, search })}`,
    offered: false,
  };
}

function usePages(): readonly PaletteEntry[] {
  const places = usePlaces();
  return useMemo(
    () =>
      [
        ...places,
        { to: paths.accounts, label: 'Accounts' },
        { to: paths.invest, label: 'Investments' },
        { to: paths.profile, label: 'Profile' },
        { to: paths.publicDashboard, label: 'Stock prices' },
      ].map(({ to, label }) => ({
        id: `page ${to}`,
        label,
        note: 'Page',
        icon: ArrowRight,
        act: to,
        offered: true,
      })),
    [places],
  );
}

/** What can be done from anywhere. The demo has no banks of one's own. */
function useActions(): readonly PaletteEntry[] {
  const demo = useDemoMode();
  const { mutateAsync: startSync } = useStartSync();
  return useMemo(() => {
    const action = (
      label: string,
      icon: PaletteEntry['icon'],
      act: PaletteEntry['act'],
    ): PaletteEntry => ({ id: `action ${label}`, label, note: 'Action', icon, act, offered: true });
    const refresh = () =>
      // By its promise: the palette is gone before the answer is there.
      void startSync().then(
        () => showToast({ title: 'Your accounts are being brought up to date' }),
        (error: Error) =>
          showToast({
            tone: 'trouble',
            title: 'The sync could not be started',
            description: error.message,
          }),
      );
    const ofOwnBanks = [
      action('Link another bank', Plus, paths.link),
      action('Refresh all accounts', RefreshCw, refresh),
    ];
    return [
      ...(demo ? [] : ofOwnBanks),
      action('Use the dark theme', Moon, () => setTheme('dark')),
      action('Use the light theme', Sun, () => setTheme('light')),
      action('Log out', LogOut, paths.logout),
    ];
  }, [demo, startSync]);
}

type Account = NonNullable<ReturnType<typeof useAccounts>['data']>['accounts'][number];

/** Every account, and every bank that they are at. */
function accountEntries(accounts: readonly Account[]): readonly PaletteEntry[] {
  const banks = new Map(
    accounts.map(({ link_id, institution_name }) => [link_id, institution_name]),
  );
  return [
    ...accounts.map(({ account_id, name, mask, institution_name }) => ({
      id: `account ${account_id}`,
      label: formatAccount(name, mask),
      note: institution_name,
      icon: Wallet,
      act: paths.account(account_id),
      offered: false,
    })),
    ...[...banks].map(([id, name]) => ({
      id: `bank ${id}`,
      label: name,
      note: 'Institution',
      icon: Landmark,
      act: paths.institution(id),
      offered: false,
    })),
  ];
}

const categoryEntries: readonly PaletteEntry[] = [
  ...categoryGroups.map(({ key, label }) => ({ key, label, note: 'Category' })),
  ...[...categories.values()].map(({ key, label }) => ({
    key,
    label,
    note: labelOfCategory(groupOfCategory(key)),
  })),
].map(({ key, label, note }) => ({
  id: `category ${key}`,
  label,
  note,
  icon: key,
  act: paths.transactionsOfCategory(key),
  offered: false,
}));
