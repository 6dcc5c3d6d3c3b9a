/** A bank, lender, or broker of the demo person, with its accounts. */
export interface DemoInstitution {
  /** Stable: the institution's id in the demo's rows. */
  readonly key: string;
  readonly name: string;
  /** Account keys of `packages/people`. */
  readonly accountKeys: readonly string[];
}

/** The demo person's institutions, the everyday bank first. */
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
