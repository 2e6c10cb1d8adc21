-- Whoever has signed in says in From who they are, and that must be the address they send with, which Postfix has found
-- to be theirs. Without a sender (receipts have none) it is the mailbox they signed in to.
local login = odkim.get_mtasymbol(ctx, "{auth_authen}")
local sender = string.match(odkim.get_envfrom(ctx) or "", "^<?([^<>]*)>?$")
if sender == nil or sender == "" then sender = login end

-- Text in quotes is a name and may hold anything; what is left has one address.
local function read_address(field)
  local bare = string.gsub(string.gsub(field, "\\.", ""), '"[^"]*"', "")
  if string.find(bare, '[",;()]') then return nil end
  local address = string.match(bare, "^[^<>]*<([^<>]*)>%s*$") or string.match(bare, "^%s*([^<>%s]+)%s*$")
  return address
end

local from = odkim.get_header(ctx, "From", 0)
local address = from and read_address(from)
if address == nil or odkim.get_header(ctx, "From", 1) ~= nil
  or string.lower(address) ~= string.lower(sender or "") then
  odkim.log(ctx, "From is not the address that " .. (login or "nobody") .. " sends with")
  odkim.set_result(ctx, SMFIS_REJECT)
else
  -- With the key of the domain of that address, where it has one.
  odkim.signfor(ctx, sender)
end
return nil
