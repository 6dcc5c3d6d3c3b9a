import encodeQR from 'qr';

/** How many modules around the code are empty. Scanners need this margin (ISO/IEC 18004, 9.1). */
const quietZone = 4;

/**
 * A QR code, black on white in dark mode too, because scanners expect that. Even without its quiet zone, it is at least
 * 200 px wide for any `otpauth:` URI.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-65 max-w-full shrink-0 rounded-control border border-line bg-[white]"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
