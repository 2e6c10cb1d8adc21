/** Sends a request to a server of the hosting company, whose address the operator has set. */
export function callOwnServer(url: string, request: RequestInit): Promise<Response> {
  return fetch(url, request);
}
