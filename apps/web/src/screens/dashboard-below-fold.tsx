// The dashboard's content below the fold: a separate chunk, loaded when scrolled into view.
export { BudgetPreview } from '../features/budget/budget-preview.tsx';
export { RecurringPreview } from '../features/recurring/recurring-preview.tsx';
export { CashflowCard } from '../features/spending/charts/cashflow-card.tsx';
