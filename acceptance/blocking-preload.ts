// Preloaded into a program: a text to parse may ask to block the event loop, in a request and in a job.
const BLOCKED_MS = 700;
const parse = JSON.parse;
/** Payload of the job of an action. */
const JOB = /"actionId":\d+\}$/;

JSON.parse = (text: string, ...rest: [Parameters<typeof parse>[1]?]) => {
  if (text.includes('block the event loop') || JOB.test(text)) {
    for (const until = performance.now() + BLOCKED_MS; performance.now() < until; );
  }
  return parse(text, ...rest);
};
