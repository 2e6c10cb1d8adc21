/** Folder in the machine for the certificate of an application; a variable of all scripts of its recipe. */
export function httpsFolder(applicationId: number): string {
  return `/var/lib/hostler/https-${applicationId}`;
}

/** Prints the validity of the certificate in place. Fails if there is none. */
export const LOOK = `
openssl x509 -noout -startdate -enddate -in "$HTTPS_FOLDER/site.pem"
`;

/** Creates a key and prints the request for its certificate. The name is in SAN only: a common name is limited to 64. */
export const REQUEST = `
mkdir -p "$HTTPS_FOLDER/challenges/.well-known/acme-challenge"
umask 077
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$HTTPS_FOLDER/key.new"
openssl req -new -key "$HTTPS_FOLDER/key.new" -subj / -addext "subjectAltName=DNS:$PARAM_DOMAIN"
`;

export const PUBLISH = `
printf '%s' "$HTTPS_PROOF" > "$HTTPS_FOLDER/challenges/.well-known/acme-challenge/$HTTPS_TOKEN"
chmod 644 "$HTTPS_FOLDER/challenges/.well-known/acme-challenge/$HTTPS_TOKEN"
`;

/** Puts certificate and key in place as one file, so that they always belong together. */
export const INSTALL = `
umask 077
{ cat "$HTTPS_FOLDER/key.new"; printf '%s\\n' "$HTTPS_CHAIN"; } > "$HTTPS_FOLDER/site.pem.new"
mv "$HTTPS_FOLDER/site.pem.new" "$HTTPS_FOLDER/site.pem"
rm -rf "$HTTPS_FOLDER/key.new" "$HTTPS_FOLDER/challenges/.well-known/acme-challenge"
`;
