/** A bank, lender or broker of the demo person, and which accounts it holds. */
export interface DemoInstitution {
  /** Stable: it is the institution's id among the demo's rows. */
  readonly key: string;
  readonly name: string;
  /** As `packages/people` names them. */
  readonly accountKeys: readonly string[];
}

/** Where the demo person banks, the everyday bank first. */
export const demoInstitutions: readonly DemoInstitution[] = [
  {
    key: 'harbor',
    name: 'Harbor Savings',
    accountKeys: ['checking', 'savings', 'card', 'travel-card', 'money-market'],
  },
  { key: 'juniper', name: 'Juniper Federal', accountKeys: ['mortgage', 'car-loan'] },
  { key: 'brightwell', name: 'Brightwell Student Lending', accountKeys: ['student-loan'] },
  { key: 'quillon', name: 'Quillon Investments', accountKeys: ['brokerage', 'ira', '401k'] },
];
