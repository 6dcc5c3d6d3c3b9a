import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button } from '../testing/find-by-role.ts';
import { Button } from './button.tsx';

test('a busy button keeps the focus and its size, and ignores presses', async () => {
  const onClick = vi.fn();
  const { rerender } = await render(<Button onClick={onClick}>Save</Button>);
  const { width } = button('Save').element().getBoundingClientRect();
  await button('Save').click();
  await rerender(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  );
  await expect.element(button('Save')).toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Save')).toHaveFocus();
  expect(button('Save').element().getBoundingClientRect().width).toBe(width);
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledOnce();
});

test('a button that is disabled but focusable is announced as disabled and takes the focus', async () => {
  const onClick = vi.fn();
  await render(
    <Button disabledFocusable onClick={onClick}>
      Rename
    </Button>,
  );
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Rename')).toHaveFocus();
  await expect.element(button('Rename')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onClick).not.toHaveBeenCalled();
});

test('a busy submit button does not submit its form again', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  button('Save').element().focus();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});
