import {
  categories,
  categoryGroupKey,
  categoryGroups,
  categoryLabel,
} from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
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
import { useAccounts } from '../../../features/accounts/accounts.api.ts';
import { useStartSync } from '../../../features/linking/linking.api.ts';
import {
  emptyFilter,
  normalizeSearch,
  serializeFilter,
} from '../../../features/transactions/filter/transaction-filter.ts';
import { paths } from '../../../paths.ts';
import { setTheme } from '../../../platform/browser/theme.ts';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { formatAccount } from '../../../platform/formats/formats.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { frameCopy } from '../frame.copy.ts';
import { useNavItems } from '../navigation/nav-items.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import type { PaletteEntry } from './palette-entries.ts';

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
  const search = normalizeSearch(text);
  if (search === '') return null;
  return {
    id: 'search',
    label: formatMessage(frameCopy.palette.searchTransactions, { search }),
    note: frameCopy.palette.transactions,
    icon: Search,
    action: `${paths.transactions}?${serializeFilter({ ...emptyFilter, search })}`,
    suggested: false,
  };
}

function usePages(): readonly PaletteEntry[] {
  const navItems = useNavItems();
  return useMemo(
    () =>
      [
        ...navItems,
        { to: paths.profile, label: frameCopy.pages.profile },
        { to: paths.publicDashboard, label: frameCopy.pages.stocks },
      ].map(({ to, label }) => ({
        id: `page ${to}`,
        label,
        note: frameCopy.palette.page,
        icon: ArrowRight,
        action: to,
        suggested: true,
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
      action: PaletteEntry['action'],
    ): PaletteEntry => ({
      id: `action ${label}`,
      label,
      note: frameCopy.palette.action,
      icon,
      action,
      suggested: true,
    });
    const sync = () =>
      // Not through the mutation's callbacks: the palette is unmounted before the response arrives.
      void startSync().then(
        () => showToast({ title: frameCopy.palette.syncStarted }),
        (error: Error) =>
          showToast({
            tone: 'danger',
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
      action: paths.account(account_id),
      suggested: false,
    })),
    ...[...banks].map(([id, name]) => ({
      id: `bank ${id}`,
      label: name,
      note: frameCopy.palette.institution,
      icon: Landmark,
      action: paths.institution(id),
      suggested: false,
    })),
  ];
}

const categoryEntries: readonly PaletteEntry[] = [
  ...categoryGroups.map(({ key, label }) => ({ key, label, note: frameCopy.palette.category })),
  ...[...categories.values()].map(({ key, label }) => ({
    key,
    label,
    note: categoryLabel(categoryGroupKey(key)),
  })),
].map(({ key, label, note }) => ({
  id: `category ${key}`,
  label,
  note,
  icon: key,
  action: paths.transactionsOfCategory(key),
  suggested: false,
}));
