import type { ComponentProps, ReactNode } from 'react';
import { Link, type To, useLocation, useNavigate } from 'react-router';
import { type ProvenTotal, withProofParams } from '../domain/proof-params.ts';
import { classNames } from './class-names.ts';
import { Money } from './money.tsx';
import { uiCopy } from './ui.copy.ts';

/** State of a history entry that opened a proof: closing the proof goes back. */
export const proofHistoryState = { proof: true } as const;

/** Returns a function that returns the link to a total's proof: the current page with the proof open. */
function useProofAddress(): (total: ProvenTotal) => To {
  const { pathname, search } = useLocation();
  return (total) => ({
    pathname,
    search: withProofParams(new URLSearchParams(search), total).toString(),
  });
}

/** Returns a function that opens a total's proof, for elements that can't be links, such as bars. */
export function useOpenProof(): (total: ProvenTotal) => void {
  const navigate = useNavigate();
  const address = useProofAddress();
  return (total) =>
    void navigate(address(total), { state: proofHistoryState, preventScrollReset: true });
}

/** A link that opens a total's proof. Its content is the number. */
export function ProofLink({
  total,
  label,
  className,
  children,
}: {
  total: ProvenTotal;
  /** The accessible name, if the content isn't enough. */
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const address = useProofAddress();
  return (
    <Link
      to={address(total)}
      state={proofHistoryState}
      preventScrollReset
      aria-label={label}
      title={uiCopy.proofLink}
      className={classNames(
        // The padding makes small numbers a large enough target.
        '-my-1.25 inline-block rounded-sm py-1.25 underline decoration-edge/50 decoration-dotted decoration-1 underline-offset-4 transition-colors hover:decoration-ink hover:decoration-solid',
        className,
      )}
    >
      {children}
    </Link>
  );
}

/**
 * An amount that opens its proof: the rows that add up to it, and the rows left out, with the reasons.
 * Use it for every total on screen:
 *
 *     <ProvenMoney of="spent" period={{ from: '2026-10-01', to: '2026-10-31' }} amount={total} />
 *     <ProvenMoney of="account_group" totalKey="checking" amount={group.total} />
 *     <ProvenMoney of="net_worth" amount={net} hero />
 *
 * `of` is a total of `POST /user/proof` (`provable-totals.ts` on the server defines them), `period` its
 * days, both included (by default this month up to today), and `totalKey` a category or group. All
 * other props are those of `Money`. The open proof is part of the URL, so the back button closes it;
 * `ProofHost` in the signed-in frame shows it.
 */
export function ProvenMoney({
  of,
  period,
  totalKey,
  linkClass,
  ...money
}: ComponentProps<typeof Money> & {
  of: ProvenTotal['of'];
  period?: ProvenTotal['period'];
  totalKey?: string;
  /** Classes of the link. */
  linkClass?: string;
}) {
  return (
    <ProofLink
      total={{ of, ...(period && { period }), ...(totalKey !== undefined && { key: totalKey }) }}
      {...(linkClass === undefined ? {} : { className: linkClass })}
    >
      <Money {...money} />
    </ProofLink>
  );
}
