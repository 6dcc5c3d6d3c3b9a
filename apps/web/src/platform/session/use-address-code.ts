import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { codeInAddress, codeInLocation, withoutCode } from './code-in-address.ts';

/**
 * The one-time code of the link that opened this page, or null. It is moved at once from the address, where
 * others could read or copy it, to the history entry's state, so that it survives a reload. `clearCode` removes
 * it from there.
 */
export function useAddressCode(): { code: string | null; clearCode: () => void } {
  const location = useLocation();
  const navigate = useNavigate();
  const code = codeInLocation(location);
  const isInAddress = codeInAddress(location) !== null;
  const { pathname } = location;
  useEffect(() => {
    if (!isInAddress) return;
    const state = { ...(location.state as object | null), code };
    navigate({ pathname, ...withoutCode(location) }, { replace: true, state });
  }, [isInAddress, code, pathname, location, navigate]);
  return { code, clearCode: () => navigate(pathname, { replace: true }) };
}
