/** A bank, lender, or broker of the demo person, with its accounts. */
export interface DemoInstitution {
  /** Stable: the institution's id in the demo's rows. */
  readonly key: string;
  readonly name: string;
  /** Its website, which doesn't exist, and its color, `#rrggbb`. */
  readonly website: string;
  readonly color: string;
  /** Account keys of `packages/people`. */
  readonly accountKeys: readonly string[];
}

/** The demo person's institutions, the everyday bank first. */
export const demoInstitutions: readonly DemoInstitution[] = [
  {
    key: 'harbor',
    name: 'Harbor Savings',
    website: 'harbor-savings.example',
    color: '#0f766e',
    accountKeys: ['checking', 'savings', 'card', 'travel-card', 'money-market'],
  },
  {
    key: 'juniper',
    name: 'Juniper Federal',
    website: 'juniper-federal.example',
    color: '#15803d',
    accountKeys: ['mortgage', 'car-loan'],
  },
  {
    key: 'brightwell',
    name: 'Brightwell Student Lending',
    website: 'brightwell-student-lending.example',
    color: '#a21caf',
    accountKeys: ['student-loan'],
  },
  {
    key: 'quillon',
    name: 'Quillon Investments',
    website: 'quillon-investments.example',
    color: '#6d28d9',
    accountKeys: ['brokerage', 'ira', '401k'],
  },
];
