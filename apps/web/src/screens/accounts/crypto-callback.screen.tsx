import { formatMessage } from '@cairn/contract/text/copy';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useLinkExchange } from '../../domain/link-exchange.ts';
import { useExchangeCallback } from '../../features/crypto/exchange-callback.ts';
import { paths } from '../../paths.ts';
import { useConfig } from '../../platform/config.ts';
import { codeInAddress } from '../../platform/session/code-in-address.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EntryOutcome, EntryWait } from '../frame/pages/entry-outcome.tsx';
import { FramedCard } from '../frame/pages/framed-card.tsx';
import { screensCopy } from '../screens.copy.ts';

const cryptoCopy = screensCopy.crypto;

/** The crypto exchange's redirect URI. */
export function Component() {
  const [query] = useSearchParams();
  const location = useLocation();
  // The parameters are kept in state, because the code is removed from the URL so that a reload doesn't send it again.
  const [redirectParams] = useState({
    code: codeInAddress(location),
    state: query.get('state'),
    error: query.get('error'),
  });
  const exchange = useConfig()?.exchange_name ?? cryptoCopy.exchange;
  const navigate = useNavigate();
  const result = useExchangeCallback(redirectParams);
  useEffect(() => {
    if (query.size > 0) navigate(paths.cryptoCallback, { replace: true });
  }, [query, navigate]);
  // The effect depends only on the outcome, because a result without a code is a new object on each render.
  const outcome = result?.outcome;
  useEffect(() => {
    if (outcome !== 'linked' && outcome !== 'nothing') return;
    if (outcome === 'linked') showToast({ title: formatMessage(cryptoCopy.linked, { exchange }) });
    navigate(paths.crypto, { replace: true });
  }, [outcome, exchange, navigate]);
  return (
    <FramedCard>
      <PageTitle>{cryptoCopy.linkTitle}</PageTitle>
      {result?.outcome === 'denied' && <Denied />}
      {result?.outcome === 'failed' && <Failed exchange={exchange} detail={result.detail} />}
      {(outcome === undefined || outcome === 'linked') && (
        <EntryWait title={cryptoCopy.waitTitle}>
          {formatMessage(cryptoCopy.waitDetail, { exchange })}
        </EntryWait>
      )}
    </FramedCard>
  );
}

/** Shown as a notice, because denying access is a choice and not an error. */
function Denied() {
  return (
    <EntryOutcome
      kind="notice"
      title={cryptoCopy.denied}
      actions={<RetryActions label={cryptoCopy.tryAgain} />}
    >
      <p>{cryptoCopy.deniedDetail}</p>
      <p>{cryptoCopy.readOnly}</p>
    </EntryOutcome>
  );
}

function Failed({ exchange, detail }: { exchange: string; detail: string }) {
  return (
    <EntryOutcome
      kind="error"
      title={formatMessage(cryptoCopy.failed, { exchange })}
      actions={<RetryActions label={formatMessage(cryptoCopy.link, { exchange })} />}
    >
      <p>{detail}</p>
    </EntryOutcome>
  );
}

/** Buttons to start the redirect again or to go back to the crypto page. */
function RetryActions({ label }: { label: string }) {
  const link = useLinkExchange();
  return (
    <>
      <Button size="large" busy={link.busy} onClick={() => link.mutate()}>
        {label}
      </Button>
      <ButtonLink to={paths.crypto} variant="ghost" size="large" replace>
        {cryptoCopy.back}
      </ButtonLink>
      <FormError>{link.error?.message}</FormError>
    </>
  );
}
