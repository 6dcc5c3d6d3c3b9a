import { freePort } from '../../../tools/product/free-port.ts';

// e2e-addresses.ts runs this script, because it needs the ports synchronously.
const count = Number(process.argv[2]);
const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
console.log(ports.join(' '));
