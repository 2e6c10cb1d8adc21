import { Anchor, FileInput, Select, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { download } from '#parts/download.ts';
import { Failure } from '#parts/failure.tsx';
import { type Import, readTemplate, useUpload } from './queries.ts';
import { KINDS, texts } from './texts.ts';

const MOST_BYTES = 24 * 1024 * 1024;

/** Sends a file to the server, which checks it, and opens the report. */
export function UploadFile({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Import['kind']>('customers');
  const [file, setFile] = useState<File | null>(null);
  const upload = useUpload();
  const navigate = useNavigate();
  const isTooLarge = file !== null && file.size > MOST_BYTES;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || isTooLarge) return;
    const name = file.name.slice(0, 200);
    upload.mutate(
      { kind, name, file: await toBase64(file) },
      { onSuccess: ({ id }) => void navigate({ to: '/operator/import/$id', params: { id: String(id) } }) },
    );
  };
  const saveTemplate = async () => {
    const { name, content } = await readTemplate(kind);
    download(name, content, 'text/csv');
  };
  return (
    <Modal opened onClose={onClose} title={texts.uploadTitle}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Text>{texts.uploadText}</Text>
          <Select
            label={texts.kind}
            data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
            value={kind}
            allowDeselect={false}
            onChange={(next) => setKind(next as Import['kind'])}
          />
          <div>
            <FileInput
              label={texts.file}
              description={texts.fileText}
              placeholder={texts.chooseFile}
              accept=".csv,.txt,text/csv"
              value={file}
              onChange={setFile}
              error={isTooLarge ? texts.tooLarge : undefined}
            />
            <Anchor component="button" type="button" size="sm" mt={6} onClick={() => void saveTemplate()}>
              {texts.template}
            </Anchor>
          </div>
          {upload.error ? <Failure error={upload.error} title={texts.notChecked} /> : null}
          <OperatorFormEnd action={texts.check} pending={upload.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    // A data URL has the base64 after its comma.
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.readAsDataURL(file);
  });
}
