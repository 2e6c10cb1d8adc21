/** The addresses of pages that a mail or the command line leads to. What is secret stands in the fragment, which browsers never send. */
export interface Links {
  invitation(token: string): string;
  reset(token: string): string;
}

export function createLinks(panelUrl: string): Links {
  const base = panelUrl.replace(/\/+$/, '');
  return {
    invitation: (token) => `${base}/invitation#${token}`,
    reset: (token) => `${base}/reset#${token}`,
  };
}
