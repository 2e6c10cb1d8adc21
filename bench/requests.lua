-- Sends the requests of a file, one picked at random each time. Each line holds a method, an API key or a panel token, a path,
-- for a POST a body, and the tag of an answer that the sender has, separated by tabs. Requests are put together beforehand, so that the load costs little itself.
-- A path that ends in "=" gets a number appended that is never the same twice: no cache of whole answers can help.

local requests = {}
local fresh = {}
local count = 0
local serial = 0

function init(args)
  for line in io.lines(args[1]) do
    local method, key, path, body, tag = line:match("^(%u+)\t(%S+)\t(%S+)\t?([^\t]*)\t?(.*)$")
    local headers = { ["Host"] = wrk.headers["Host"] }
    if key:sub(1, 7) == "svc_pt_" then headers["Authorization"] = "Bearer " .. key else headers["X-API-Key"] = key end
    if tag ~= "" then headers["If-None-Match"] = tag end
    if body == "" then body = nil else headers["Content-Type"] = "application/json" end
    count = count + 1
    if path:sub(-1) == "=" then
      local text = wrk.format(method, path .. "@", headers, body)
      local at = text:find("@", 1, true)
      fresh[count] = { text:sub(1, at - 1), text:sub(at + 1) }
    end
    requests[count] = wrk.format(method, path, headers, body)
  end
  math.randomseed(tonumber(args[2]))
  serial = tonumber(args[2]) * 10000000
end

function request()
  local index = math.random(count)
  local parts = fresh[index]
  if parts == nil then return requests[index] end
  serial = serial + 1
  return parts[1] .. string.format("%d", serial) .. parts[2]
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests":%d,"seconds":%f,"p50Ms":%f,"p99Ms":%f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
