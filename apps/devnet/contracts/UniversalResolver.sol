// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

interface Resolver {
    function supportsInterface(bytes4 id) external view returns (bool);
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
    function addr(bytes32 node) external view returns (address);
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
    function name(bytes32 node) external view returns (string memory);
}

interface BatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Request[] calldata requests) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// @title UniversalResolver
/// @notice Finds the resolver of a name and asks it, in one call, as the universal resolver of ENS does. What a resolver
/// looks up outside (ERC-3668) is asked by way of the caller's batch gateway.
contract UniversalResolver {
    /// @dev ERC-3668.
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);

    bytes4 private constant WILDCARD = 0x9061b923;
    uint256 private constant ETHEREUM = 60;

    /// @dev A lookup outside that is under way, and what is done with its answer.
    struct Lookup {
        address resolver;
        bool isWildcard;
        bytes4 callback;
        bytes extraData;
        bytes carried;
    }

    /// @dev What a reverse lookup carries from one question to the next.
    struct Reverse {
        bytes lookupAddress;
        uint256 coinType;
        string[] gateways;
        string name;
        address reverseResolver;
    }

    Registry public immutable registry;

    constructor(Registry registry_) {
        registry = registry_;
    }

    /// @return resolver Which answers for the name, or for the nearest name above it; zero where there is none.
    /// @return node The name hash of the name.
    /// @return offset Where the name begins that the resolver was given.
    function findResolver(bytes calldata name)
        external
        view
        returns (address resolver, bytes32 node, uint256 offset)
    {
        (resolver, offset) = find(name);
        node = nodeOf(name, 0);
    }

    /// @return result What the resolver answered, encoded as the asked function has it.
    /// @return resolver Which answered.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory result, address resolver)
    {
        return ask(name, data, gateways, this.resolveCallback.selector, "");
    }

    function resolveCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (bytes memory result, address resolver)
    {
        Lookup memory lookup = abi.decode(extraData, (Lookup));
        return (finish(lookup, response), lookup.resolver);
    }

    /// @param lookupAddress The address, as the chain of the coin type has it.
    /// @return primary The name that says it is of this address, where it also leads to it; empty where there is none.
    function reverseWithGateways(bytes calldata lookupAddress, uint256 coinType, string[] calldata gateways)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        Reverse memory asked = Reverse(lookupAddress, coinType, gateways, "", address(0));
        bytes memory name = reverseName(lookupAddress, coinType);
        bytes memory result;
        (result, asked.reverseResolver) = ask(
            name,
            abi.encodeCall(Resolver.name, (nodeOf(name, 0))),
            gateways,
            this.reverseNameCallback.selector,
            abi.encode(asked)
        );
        return forward(asked, result);
    }

    function reverseNameCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        Lookup memory lookup = abi.decode(extraData, (Lookup));
        Reverse memory asked = abi.decode(lookup.carried, (Reverse));
        asked.reverseResolver = lookup.resolver;
        return forward(asked, finish(lookup, response));
    }

    function reverseAddressCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        Lookup memory lookup = abi.decode(extraData, (Lookup));
        Reverse memory asked = abi.decode(lookup.carried, (Reverse));
        return compare(asked, finish(lookup, response), lookup.resolver);
    }

    /// @dev Whether the name leads back is asked where it stands.
    function forward(Reverse memory asked, bytes memory result)
        private
        view
        returns (string memory, address, address)
    {
        asked.name = abi.decode(result, (string));
        if (bytes(asked.name).length == 0) return ("", address(0), asked.reverseResolver);
        bytes memory name = encodeName(asked.name);
        bytes32 node = nodeOf(name, 0);
        bytes memory data = asked.coinType == ETHEREUM
            ? abi.encodeWithSignature("addr(bytes32)", node)
            : abi.encodeWithSignature("addr(bytes32,uint256)", node, asked.coinType);
        (bytes memory found, address resolver) =
            ask(name, data, asked.gateways, this.reverseAddressCallback.selector, abi.encode(asked));
        return compare(asked, found, resolver);
    }

    function compare(Reverse memory asked, bytes memory found, address resolver)
        private
        pure
        returns (string memory, address, address)
    {
        bytes memory primary = asked.coinType == ETHEREUM
            ? abi.encodePacked(abi.decode(found, (address)))
            : abi.decode(found, (bytes));
        if (keccak256(primary) != keccak256(asked.lookupAddress)) revert ReverseAddressMismatch(asked.name, primary);
        return (asked.name, resolver, asked.reverseResolver);
    }

    function ask(bytes memory name, bytes memory data, string[] memory gateways, bytes4 callback, bytes memory carried)
        private
        view
        returns (bytes memory result, address resolver)
    {
        uint256 offset;
        (resolver, offset) = find(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        bool isWildcard = supportsWildcard(resolver);
        // ENSIP-10: only such a resolver answers for what is below its own node.
        if (!isWildcard && offset != 0) revert ResolverNotFound(name);
        (bool isDone, bytes memory answer) =
            resolver.staticcall(isWildcard ? abi.encodeCall(Resolver.resolve, (name, data)) : data);
        if (!isDone) raise(Lookup(resolver, isWildcard, 0, "", carried), answer, gateways, callback);
        return (isWildcard ? abi.decode(answer, (bytes)) : answer, resolver);
    }

    /// @dev Passes a lookup outside on to the caller's gateway; any other failure is the resolver's.
    function raise(Lookup memory lookup, bytes memory answer, string[] memory gateways, bytes4 callback) private view {
        if (bytes4(answer) != OffchainLookup.selector) revert ResolverError(answer);
        BatchGateway.Request[] memory requests = new BatchGateway.Request[](1);
        (requests[0].sender, requests[0].urls, requests[0].data, lookup.callback, lookup.extraData) =
            abi.decode(withoutSelector(answer), (address, string[], bytes, bytes4, bytes));
        if (requests[0].sender != lookup.resolver) revert ResolverError(answer);
        bytes memory query = abi.encodeCall(BatchGateway.query, (requests));
        revert OffchainLookup(address(this), gateways, query, callback, abi.encode(lookup));
    }

    function finish(Lookup memory lookup, bytes calldata response) private view returns (bytes memory) {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) revert ResolverError(responses[0]);
        (bool isDone, bytes memory answer) =
            lookup.resolver.staticcall(abi.encodeWithSelector(lookup.callback, responses[0], lookup.extraData));
        if (!isDone) revert ResolverError(answer);
        return lookup.isWildcard ? abi.decode(answer, (bytes)) : answer;
    }

    /// @dev The resolver of the name, or of the nearest name above it that has one.
    function find(bytes memory name) private view returns (address resolver, uint256 offset) {
        while (offset < name.length && name[offset] != 0) {
            resolver = registry.resolver(nodeOf(name, offset));
            if (resolver != address(0)) return (resolver, offset);
            offset += uint8(name[offset]) + 1;
        }
        return (address(0), offset);
    }

    function supportsWildcard(address resolver) private view returns (bool) {
        (bool isDone, bytes memory answer) =
            resolver.staticcall(abi.encodeCall(Resolver.supportsInterface, (WILDCARD)));
        return isDone && answer.length == 32 && bytes32(answer) == bytes32(uint256(1));
    }

    /// @dev The name hash (ERC-137) of a name in the form of DNS, from this offset on.
    function nodeOf(bytes memory name, uint256 offset) private pure returns (bytes32) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) return bytes32(0);
        if (offset + length >= name.length) revert DNSDecodingFailed(name);
        bytes32 label;
        assembly {
            label := keccak256(add(add(name, 0x21), offset), length)
        }
        return keccak256(abi.encodePacked(nodeOf(name, offset + length + 1), label));
    }

    /// @dev ENSIP-3 for Ethereum, ENSIP-19 for other chains.
    function reverseName(bytes memory lookupAddress, uint256 coinType) private pure returns (bytes memory) {
        bytes memory first = hexOf(lookupAddress);
        bytes memory second = coinType == ETHEREUM ? bytes("addr") : shortHexOf(coinType);
        return abi.encodePacked(uint8(first.length), first, uint8(second.length), second, uint8(7), "reverse", uint8(0));
    }

    function hexOf(bytes memory data) private pure returns (bytes memory text) {
        text = new bytes(data.length * 2);
        for (uint256 at = 0; at < data.length; at++) {
            text[2 * at] = digitOf(uint8(data[at]) >> 4);
            text[2 * at + 1] = digitOf(uint8(data[at]) & 15);
        }
    }

    function shortHexOf(uint256 value) private pure returns (bytes memory text) {
        uint256 length = 1;
        while (length < 64 && value >> (4 * length) != 0) length++;
        text = new bytes(length);
        for (uint256 at = length; at > 0; at--) {
            text[at - 1] = digitOf(uint8(value & 15));
            value >>= 4;
        }
    }

    function digitOf(uint8 value) private pure returns (bytes1) {
        return bytes1(value < 10 ? 48 + value : 87 + value);
    }

    /// @dev A name with dots in the form of DNS.
    function encodeName(string memory name) private pure returns (bytes memory wire) {
        bytes memory text = bytes(name);
        uint256 start;
        for (uint256 at = 0; at <= text.length; at++) {
            if (at < text.length && text[at] != ".") continue;
            uint256 length = at - start;
            if (length == 0 || length > 255) revert DNSEncodingFailed(name);
            bytes memory label = new bytes(length);
            for (uint256 place = 0; place < length; place++) label[place] = text[start + place];
            wire = abi.encodePacked(wire, uint8(length), label);
            start = at + 1;
        }
        return abi.encodePacked(wire, uint8(0));
    }

    function withoutSelector(bytes memory data) private pure returns (bytes memory rest) {
        rest = new bytes(data.length - 4);
        for (uint256 at = 4; at < data.length; at++) rest[at - 4] = data[at];
    }
}
