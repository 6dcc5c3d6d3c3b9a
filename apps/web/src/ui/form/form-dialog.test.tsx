import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button, dialog, field } from '../../testing/find-by-role.ts';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

async function renderDialog({ valid }: { valid: boolean }) {
  const onSubmit = vi.fn(() => valid);
  const onClosed = vi.fn();
  await render(
    <FormDialog
      title="Custom range"
      description="Includes the start and end dates."
      action="Apply"
      onSubmit={onSubmit}
      onClosed={onClosed}
    >
      <Field label="From" />
    </FormDialog>,
  );
  return { onSubmit, onClosed };
}

test('Enter in a field submits the form and closes the dialog', async () => {
  const { onSubmit, onClosed } = await renderDialog({ valid: true });
  await field('From').fill('2026-05-01');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('Custom range')).not.toBeInTheDocument();
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onClosed).toHaveBeenCalledOnce();
});

test('a form with errors keeps the dialog open with its input', async () => {
  const { onSubmit, onClosed } = await renderDialog({ valid: false });
  await field('From').fill('2026-05-01');
  await button('Apply').click();
  expect(onSubmit).toHaveBeenCalledOnce();
  await expect.element(field('From')).toHaveValue('2026-05-01');
  expect(onClosed).not.toHaveBeenCalled();
});

test('Cancel closes the dialog without submitting', async () => {
  const { onSubmit } = await renderDialog({ valid: true });
  await expect
    .element(dialog('Custom range'))
    .toHaveAccessibleDescription('Includes the start and end dates.');
  await button('Cancel').click();
  await expect.element(dialog('Custom range')).not.toBeInTheDocument();
  expect(onSubmit).not.toHaveBeenCalled();
});
