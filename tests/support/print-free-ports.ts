import { freePort } from '../../tools/product/free-port.ts';

// Run by e2e-addresses.ts, where there is no waiting.
const count = Number(process.argv[2]);
const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
console.log(ports.join(' '));
