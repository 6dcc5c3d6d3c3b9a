import { formatMessage } from '@cairn/contract/text/copy';
import {
  ArrowRight,
  Download,
  Keyboard,
  Landmark,
  LogOut,
  Monitor,
  Moon,
  Plus,
  RefreshCw,
  Search,
  Settings,
  Sun,
  TestTube,
  Wallet,
} from 'lucide-react';
import { useMemo } from 'react';
import { groupedCategoryChoices } from '../../../domain/categories/category-choices.ts';
import { startLink } from '../../../domain/start-link.ts';
import { useAccounts } from '../../../features/accounts/accounts.api.ts';
import { useStartSync } from '../../../features/linking/linking.api.ts';
import {
  emptyFilter,
  normalizeSearch,
  serializeFilter,
} from '../../../features/transactions/filter/transaction-filter.ts';
import { paths } from '../../../paths.ts';
import { setTheme } from '../../../platform/browser/theme.ts';
import { setDemoMode, useDemoMode } from '../../../platform/demo-mode.ts';
import { formatAccount } from '../../../platform/formats/formats.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { frameCopy } from '../frame.copy.ts';
import { useNavItems } from '../navigation/nav-items.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import type { PaletteEntry } from './palette-entries.ts';
import { settingsEntries } from './settings-entries.ts';

/** The command palette with its entries: pages, actions, settings, accounts, banks, and categories. */
export default function Palette({
  onOpenNext,
  onClose,
}: {
  /** Opens another dialog of the frame once the palette has closed. */
  onOpenNext: (dialog: 'settings' | 'shortcuts') => void;
  onClose: () => void;
}) {
  const pages = usePages();
  const actions = useActions(onOpenNext);
  const accounts = useAccounts().data?.accounts;
  const entries = useMemo(
    () => [
      ...pages,
      ...actions,
      ...settingsEntries,
      ...accountEntries(accounts ?? []),
      ...categoryEntries,
    ],
    [pages, actions, accounts],
  );
  return (
    <PaletteDialog entries={entries} searchEntryFor={transactionSearchEntry} onClose={onClose} />
  );
}

/** The entry that searches the transactions. */
function transactionSearchEntry(text: string): PaletteEntry | null {
  const search = normalizeSearch(text);
  if (search === '') return null;
  return {
    id: 'search',
    label: formatMessage(frameCopy.palette.searchTransactions, { search }),
    // The context is empty, because the label already says what is searched.
    context: '',
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
        { to: paths.terms, label: frameCopy.pages.terms },
        { to: paths.privacy, label: frameCopy.pages.privacy },
      ].map(({ to, label }) => ({
        id: `page ${to}`,
        label,
        context: frameCopy.palette.page,
        icon: ArrowRight,
        action: to,
        suggested: to !== paths.terms && to !== paths.privacy,
      })),
    [navItems],
  );
}

const exportSynonyms = ['export', 'csv', 'spreadsheet'];

/** The actions. In demo mode, leaves out actions about banks. */
function useActions(
  onOpenNext: (dialog: 'settings' | 'shortcuts') => void,
): readonly PaletteEntry[] {
  const demo = useDemoMode();
  const { mutateAsync: startSync } = useStartSync();
  return useMemo(() => {
    const actionEntry = (
      label: string,
      icon: PaletteEntry['icon'],
      action: PaletteEntry['action'],
      synonyms: readonly string[] = [],
    ): PaletteEntry => ({
      id: `action ${label}`,
      label,
      synonyms,
      context: frameCopy.palette.action,
      icon,
      action,
      suggested: true,
    });
    const sync = () =>
      // Don't use the mutation's callbacks: the palette is unmounted before the response arrives.
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
      actionEntry(frameCopy.palette.linkBank, Plus, startLink, ['add account', 'connect bank']),
      actionEntry(frameCopy.palette.sync, RefreshCw, sync, ['refresh', 'update']),
    ];
    return [
      ...(demo ? [] : bankActions),
      actionEntry(frameCopy.palette.darkTheme, Moon, () => setTheme('dark')),
      actionEntry(frameCopy.palette.lightTheme, Sun, () => setTheme('light')),
      actionEntry(frameCopy.palette.systemTheme, Monitor, () => setTheme('system')),
      actionEntry(demo ? frameCopy.palette.exitDemo : frameCopy.palette.showDemo, TestTube, () =>
        setDemoMode(!demo),
      ),
      actionEntry(frameCopy.palette.downloadTransactions, Download, paths.download, exportSynonyms),
      actionEntry(frameCopy.palette.openSettings, Settings, () => onOpenNext('settings')),
      actionEntry(frameCopy.shortcuts.title, Keyboard, () => onOpenNext('shortcuts')),
      actionEntry(frameCopy.palette.logOut, LogOut, paths.logout, ['sign out']),
    ];
  }, [demo, startSync, onOpenNext]);
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
      context: institution_name,
      icon: Wallet,
      action: paths.account(account_id),
      suggested: false,
    })),
    ...[...banks].map(([id, name]) => ({
      id: `bank ${id}`,
      label: name,
      context: frameCopy.palette.institution,
      icon: Landmark,
      action: paths.institution(id),
      suggested: false,
    })),
  ];
}

const categoryEntries: readonly PaletteEntry[] = groupedCategoryChoices.map(
  ({ key, label, group, context, synonyms, rankPenalty }) => ({
    id: `category ${key}`,
    label,
    context: group === undefined ? frameCopy.palette.category : context,
    synonyms,
    rankPenalty,
    icon: key,
    action: paths.categoryTransactions(key),
    suggested: false,
  }),
);
