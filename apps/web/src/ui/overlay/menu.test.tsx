import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button } from '../../testing/find-by-role.ts';
import { Menu, MenuItem } from './menu.tsx';

async function renderMenu() {
  const chosen = vi.fn();
  await render(
    <Menu trigger={<button type="button">Account options</button>}>
      <MenuItem onSelect={() => chosen('rename')}>Rename</MenuItem>
      <MenuItem onSelect={() => chosen('close')} disabled>
        Close
      </MenuItem>
      <MenuItem onSelect={() => chosen('hide')}>Hide</MenuItem>
    </Menu>,
  );
  return chosen;
}

const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

test('a menu opens with Enter, and arrow keys and Enter choose an action', async () => {
  const chosen = await renderMenu();
  button('Account options').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Rename')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(item('Hide')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  expect(chosen.mock.calls).toEqual([['hide']]);
});

test('Escape closes a menu without an action and returns the focus', async () => {
  const chosen = await renderMenu();
  await button('Account options').click();
  await expect.element(item('Rename')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button('Account options')).toHaveFocus();
  expect(chosen).not.toHaveBeenCalled();
});

test('a disabled action of a menu cannot be chosen', async () => {
  const chosen = await renderMenu();
  await button('Account options').click();
  await expect.element(item('Close')).toHaveAttribute('aria-disabled', 'true');
  await item('Close').click({ force: true });
  expect(chosen).not.toHaveBeenCalled();
});
