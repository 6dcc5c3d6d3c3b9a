import { formatMessage } from '@cairn/contract/copy';
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
import { frameCopy } from './frame.copy.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import type { PaletteEntry } from './palette-entries.ts';
import { usePlaces } from './places.ts';

/** The command palette with its entries: pages, actions, accounts, banks, and categories. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const pages = usePages();
  const actions = useActions();
  const accounts = useAccounts().data?.accounts;
  const entries = useMemo(
    () => [...pages, ...actions, ...accountEntries(accounts ?? []), ...categoryEntries],
    [pages, actions, accounts],
  );
  return <PaletteDialog entries={entries} searchFor={transactionSearchEntry} onClose={onClose} />;
}

/** The entry that searches the transactions, which also finds merchants. */
function transactionSearchEntry(text: string): PaletteEntry | null {
  const search = searchOf(text);
  if (search === '') return null;
  return {
    id: 'search',
    label: formatMessage(frameCopy.palette.searchTransactions, { search }),
    note: frameCopy.palette.transactions,
    icon: Search,
    act: `${paths.transactions}?${paramsOfFilter({ ...noFilter, search })}`,
    offered: false,
  };
}

function usePages(): readonly PaletteEntry[] {
  const navItems = usePlaces();
  return useMemo(
    () =>
      [
        ...navItems,
        { to: paths.accounts, label: frameCopy.pages.accounts },
        { to: paths.invest, label: frameCopy.pages.investments },
        { to: paths.profile, label: frameCopy.pages.profile },
        { to: paths.publicDashboard, label: frameCopy.pages.stocks },
      ].map(({ to, label }) => ({
        id: `page ${to}`,
        label,
        note: frameCopy.palette.page,
        icon: ArrowRight,
        act: to,
        offered: true,
      })),
    [navItems],
  );
}

/** The actions. In demo mode, there are none about banks. */
function useActions(): readonly PaletteEntry[] {
  const demo = useDemoMode();
  const { mutateAsync: startSync } = useStartSync();
  return useMemo(() => {
    const action = (
      label: string,
      icon: PaletteEntry['icon'],
      act: PaletteEntry['act'],
    ): PaletteEntry => ({
      id: `action ${label}`,
      label,
      note: frameCopy.palette.action,
      icon,
      act,
      offered: true,
    });
    const sync = () =>
      // Not through the mutation's callbacks: the palette is unmounted before the response arrives.
      void startSync().then(
        () => showToast({ title: frameCopy.palette.syncStarted }),
        (error: Error) =>
          showToast({
            tone: 'trouble',
            title: frameCopy.palette.syncFailed,
            description: error.message,
          }),
      );
    const bankActions = [
      action(frameCopy.palette.linkBank, Plus, paths.link),
      action(frameCopy.palette.sync, RefreshCw, sync),
    ];
    return [
      ...(demo ? [] : bankActions),
      action(frameCopy.palette.darkTheme, Moon, () => setTheme('dark')),
      action(frameCopy.palette.lightTheme, Sun, () => setTheme('light')),
      action(frameCopy.palette.logOut, LogOut, paths.logout),
    ];
  }, [demo, startSync]);
}

type Account = NonNullable<ReturnType<typeof useAccounts>['data']>['accounts'][number];

/** All accounts and their banks. */
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
      note: frameCopy.palette.institution,
      icon: Landmark,
      act: paths.institution(id),
      offered: false,
    })),
  ];
}

const categoryEntries: readonly PaletteEntry[] = [
  ...categoryGroups.map(({ key, label }) => ({ key, label, note: frameCopy.palette.category })),
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
