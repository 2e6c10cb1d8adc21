// The page of the API reference: Scalar shows the document; the bar above says whose key calls are tried with, and
// whether what they do is real. The key stays in this page's memory and goes nowhere but to this server.
/* global Scalar */
const { document: documentUrl = '/openapi.json', scheme = 'apiKey', me = '/api/v1/auth/me' } = document.body.dataset;
const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;

const configuration = {
  url: documentUrl,
  theme: 'none',
  layout: 'modern',
  darkMode: isDark,
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  defaultOpenFirstTag: false,
  metaData: { title: document.title },
};

const reference = Scalar.createApiReference('#reference', withKey(''));
const form = document.getElementById('key-form');
const field = document.getElementById('key');
const environment = document.getElementById('environment');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const key = field.value.trim();
  reference.updateConfiguration(withKey(key));
  tell(key === '' ? { state: 'none', text: 'No key: calls answer 401' } : await describe(key));
});

function withKey(value) {
  const authentication = { preferredSecurityScheme: scheme, securitySchemes: { [scheme]: { value } } };
  return { ...configuration, authentication };
}

/** Asked of the server, and not read off the key. */
async function describe(key) {
  try {
    const response = await fetch(me, { headers: { 'x-api-key': key } });
    const { data, error } = await response.json();
    if (!response.ok) return { state: 'wrong', text: error.message };
    if (!data.account)
      return { state: 'live', text: `${data.key.name}, role ${data.role}: what you try really happens` };
    return data.environment === 'test'
      ? { state: 'test', text: `Sandbox of ${data.account.name}: nothing real is changed` }
      : { state: 'live', text: `Live, ${data.account.name}: what you try really happens` };
  } catch {
    return { state: 'wrong', text: 'The server did not answer.' };
  }
}

function tell({ state, text }) {
  environment.dataset.state = state;
  environment.value = text;
  environment.title = text;
}
