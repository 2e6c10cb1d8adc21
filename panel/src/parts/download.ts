/** Offers a text as a file download without a server request. */
export function download(fileName: string, text: string, type = 'text/plain'): void {
  keep(fileName, new Blob([text], { type }));
}

/** Offers base64-encoded bytes as a file download. */
export function downloadBase64(fileName: string, content: string, type: string): void {
  keep(fileName, new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], { type }));
}

function keep(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
