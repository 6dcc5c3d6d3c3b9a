import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button, dialog, field } from '../../testing/find-by-role.ts';
import { Button } from '../button.tsx';
import { Field } from '../form/field.tsx';
import { Dialog } from './dialog.tsx';

function Harness() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Button>Behind the dialog</Button>
      <Dialog
        title="Rename account"
        description="Only you see the name."
        open={open}
        onOpenChange={setOpen}
        footer={<Button>Save</Button>}
      >
        <Field label="Name" />
      </Dialog>
    </>
  );
}

async function openDialog() {
  await render(<Harness />);
  await button('Rename').click();
  await expect.element(dialog('Rename account')).toBeVisible();
}

test('a dialog is named by its title, and moves the focus inside', async () => {
  await openDialog();
  await expect
    .element(dialog('Rename account'))
    .toHaveAccessibleDescription('Only you see the name.');
  await expect
    .poll(() => dialog('Rename account').element().contains(document.activeElement))
    .toBe(true);
});

test('the Tab key stays inside an open dialog in both directions', async () => {
  await openDialog();
  await expect
    .poll(() => dialog('Rename account').element().contains(document.activeElement))
    .toBe(true);
  const visited = new Set<string>();
  for (const key of ['{Tab}', '{Tab}', '{Tab}', '{Tab}', '{Shift>}{Tab}{/Shift}']) {
    await userEvent.keyboard(key);
    await expect
      .poll(() => dialog('Rename account').element().contains(document.activeElement))
      .toBe(true);
    visited.add(document.activeElement?.tagName ?? '');
  }
  expect([...visited].toSorted()).toEqual(['BUTTON', 'INPUT']);
});

test('what is behind an open dialog is hidden from screen readers', async () => {
  await openDialog();
  await expect.element(button('Behind the dialog')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Behind the dialog')).toBeVisible();
});

test('Escape closes a dialog and returns the focus to what opened it', async () => {
  await openDialog();
  await field('Name').fill('Savings');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Rename account')).not.toBeInTheDocument();
  await expect.element(button('Rename')).toHaveFocus();
});

test('the Close button and a press outside close a dialog', async () => {
  await openDialog();
  await button('Close').click();
  await expect.element(dialog('Rename account')).not.toBeInTheDocument();
  await button('Rename').click();
  await expect.element(dialog('Rename account')).toBeVisible();
  await userEvent.click(document.body, { position: { x: 5, y: 5 } });
  await expect.element(dialog('Rename account')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Rename' })).toBeVisible();
});
