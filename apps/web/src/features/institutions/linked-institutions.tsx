import { ChevronRight, Landmark } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatInstant } from '../../platform/formats/format-instant.ts';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { InstitutionLogo } from '../../ui/institution-logo.tsx';
import { Message } from '../../ui/message.tsx';
import { type LinkedInstitution, useInstitutions } from './institutions.api.ts';
import { institutionsCopy } from './institutions.copy.ts';
import { sortByName } from './sort-institutions.ts';

/** The linked institutions, sorted by name. */
export function LinkedInstitutions({ onClose }: { onClose?: () => void }) {
  const query = useInstitutions();
  const { data, error } = query;
  return (
    <>
      <QueryError
        subject={institutionsCopy.subjects.institutions}
        query={query}
        bannerClass="mb-3"
        placeholderClass="py-6"
      />
      {!data && !error && <Loading />}
      {data?.link_tokens.length === 0 && (
        <EmptyState icon={Landmark} title={institutionsCopy.empty.title} className="py-6">
          {institutionsCopy.empty.text}
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {sortByName(data?.link_tokens ?? []).map((institution) => (
          <InstitutionRow key={institution.id} institution={institution} onClose={onClose} />
        ))}
      </ul>
    </>
  );
}

function InstitutionRow({
  institution,
  onClose,
}: {
  institution: LinkedInstitution;
  onClose: (() => void) | undefined;
}) {
  const { institution_name, created_at, disambiguation_label, logo_url, color } =
    institution.item_details;
  const date = <time dateTime={created_at}>{formatInstant(created_at, 'day')}</time>;
  return (
    <li className="relative flex items-center gap-3 rounded-control py-3 transition-colors first:pt-1 last:pb-1 hover:bg-sunken/60">
      <InstitutionLogo brand={{ name: institution_name, logoUrl: logo_url, color }} />
      <span className="min-w-0 grow">
        <Link
          to={paths.institution(institution.id)}
          onClick={onClose}
          className="block truncate leading-6 font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {institution_name}
        </Link>
        <span className="block text-xs text-muted wrap-anywhere">
          {disambiguation_label === null ? (
            <Message text={institutionsCopy.linkedOn} values={{ date }} />
          ) : (
            <Message
              text={institutionsCopy.labelAndLinkedOn}
              values={{ label: disambiguation_label, date }}
            />
          )}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </li>
  );
}

function Loading() {
  return (
    <div className="divide-y divide-line">
      <LoadingAnnouncement>{institutionsCopy.loadingInstitutions}</LoadingAnnouncement>
      {placeholderKeys(2).map((key) => (
        <div key={key} className="flex items-center gap-3 py-3 first:pt-1 last:pb-1">
          <Skeleton className="size-9 rounded-lg" />
          <div className="flex flex-col gap-1.5 py-0.5">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-3 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
