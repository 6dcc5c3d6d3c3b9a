// What the dashboard shows below the fold: one chunk of its own, loaded when it is scrolled to.
export { BudgetPreview } from '../features/budget/budget-preview.tsx';
export { RecurringPreview } from '../features/recurring/recurring-preview.tsx';
