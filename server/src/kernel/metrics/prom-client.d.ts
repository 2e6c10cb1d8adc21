// The package as a whole also loads its default metrics, a client for push gateways and the OpenTelemetry API: a fifth of
// a second and 20 MB at every start. Only these four files of it are needed, and its types describe the whole alone.
declare module 'prom-client/lib/counter.js' {
  export { Counter as default } from 'prom-client';
}
declare module 'prom-client/lib/gauge.js' {
  export { Gauge as default } from 'prom-client';
}
declare module 'prom-client/lib/histogram.js' {
  export { Histogram as default } from 'prom-client';
}
declare module 'prom-client/lib/registry.js' {
  export { Registry as default } from 'prom-client';
}
